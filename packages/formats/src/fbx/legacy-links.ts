/**
 * Where connections go that end at an object which version 7 would store as several: at a Model that is camera, light
 * or mesh as well, or at a mesh that holds its own shapes.
 */
import { DocumentConnection, type DocumentObject } from './document-objects.ts';
import type { FbxObject } from './document-types.ts';
import { isNodeProperty } from './legacy-properties.ts';

/** Property of a BlendShapeChannel that says how far it is on. */
export const DEFORM_PERCENT = 'DeformPercent';

/** Deformers that act on the geometry of the Model they are connected to. */
const GEOMETRY_DEFORMERS: ReadonlySet<string> = new Set(['Skin', 'VertexCacheDeformer']);

/** A property of an object. */
export interface PropertyEnd {
  readonly object: DocumentObject;
  readonly property: string;
}

export class LegacyLinks {
  readonly #attributes = new Map<FbxObject, DocumentObject>();
  readonly #channels = new Map<FbxObject, Map<string, DocumentObject>>();

  /** Says what a Model shows. */
  addAttribute(model: FbxObject, attribute: DocumentObject): void {
    this.#attributes.set(model, attribute);
  }

  /** Whether any object has shapes inside. */
  get hasChannels(): boolean {
    return this.#channels.size > 0;
  }

  /** Says which channel a property of an object is the weight of. */
  addChannel(owner: FbxObject, name: string, channel: DocumentObject): void {
    let channels = this.#channels.get(owner);
    if (!channels) {
      channels = new Map();
      this.#channels.set(owner, channels);
    }
    if (!channels.has(name)) channels.set(name, channel);
  }

  /** Where a property of an object stands in terms of version 7. */
  resolve(object: DocumentObject, property: string): PropertyEnd {
    if (property === '') return { object, property };
    const channel = this.#channels.get(object)?.get(property);
    if (channel) return { object: channel, property: DEFORM_PERCENT };
    const attribute = this.#attributes.get(object);
    if (!attribute || isNodeProperty(property) || object.properties.has(property)) return { object, property };
    return { object: attribute, property };
  }

  /** A connection in terms of version 7. */
  redirect(connection: DocumentConnection): DocumentConnection {
    const { type, source, destination, at } = connection;
    const from = this.resolve(source, connection.sourceProperty);
    const to = this.resolve(destination, connection.property);
    // Links of constraints begin at the constraint in version 6, and end there in version 7.
    if (type === 'PO' && source.kind === 'Constraint') {
      return new DocumentConnection({
        type: 'OP',
        source: to.object,
        destination: source,
        property: from.property,
        at,
      });
    }
    const isDeformer = type === 'OO' && source.kind === 'Deformer' && GEOMETRY_DEFORMERS.has(source.subtype);
    const end = isDeformer ? (this.#attributes.get(destination) ?? destination) : to.object;
    if (from.object === source && end === destination) return connection;
    return new DocumentConnection({
      type,
      source: from.object,
      destination: end,
      sourceProperty: from.property,
      property: to.property,
      at,
    });
  }
}
