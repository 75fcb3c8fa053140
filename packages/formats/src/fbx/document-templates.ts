/** `Definitions`: properties that objects of a kind have unless they say otherwise. */
import { type PropertySource, plainSubtype } from './document-objects.ts';
import { PropertyList, type PropertyReport } from './properties.ts';
import type { FbxFile, FbxRecord } from './record-types.ts';

/** Kinds with one template for all subtypes. Templates of other kinds are for the subtype that they name. */
const ONE_FOR_ALL: ReadonlySet<string> = new Set([
  'Material',
  'Model',
  'AnimationStack',
  'AnimationLayer',
  'GlobalSettings',
]);

interface Template {
  readonly subtype: string;
  readonly properties: PropertyList;
}

export class DocumentTemplates {
  readonly #report: PropertyReport;
  readonly #byKind = new Map<string, Template[]>();
  readonly #sources = new Map<string, Map<string, PropertySource>>();

  constructor(file: FbxFile, report: PropertyReport) {
    this.#report = report;
    for (const section of file.records) {
      if (section.name !== 'Definitions') continue;
      for (const type of section.children) if (type.name === 'ObjectType') this.#addType(type);
    }
  }

  #addType(type: FbxRecord): void {
    const kind = type.values[0];
    if (typeof kind !== 'string' || this.#byKind.has(kind)) return;
    const templates: Template[] = [];
    for (const record of type.children) {
      const name = record.values[0];
      if (record.name !== 'PropertyTemplate' || typeof name !== 'string') continue;
      templates.push({ subtype: subtypeOf(name), properties: new PropertyList(this.#report, record) });
    }
    this.#byKind.set(kind, templates);
  }

  find(kind: string, subtype: string): PropertyList | undefined {
    const templates = this.#byKind.get(kind);
    if (!templates) return undefined;
    const found = templates.find((template) => template.subtype === subtype);
    return (found ?? (ONE_FOR_ALL.has(kind) ? templates[0] : undefined))?.properties;
  }

  /** How objects of a kind read their properties; the same for all of them. */
  sourceOf(kind: string, subtype: string): PropertySource {
    let sources = this.#sources.get(kind);
    if (!sources) {
      sources = new Map();
      this.#sources.set(kind, sources);
    }
    let source = sources.get(subtype);
    if (!source) {
      source = { report: this.#report, template: this.find(kind, subtype) };
      sources.set(subtype, source);
    }
    return source;
  }
}

/** Templates are named after classes of the SDK. */
function subtypeOf(name: string): string {
  const subtype = plainSubtype(name);
  return subtype === 'LODGroup' ? 'LodGroup' : subtype;
}
