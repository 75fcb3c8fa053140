/** TypeScript code blocks of Markdown pages: found, compiled as strictly as the tests, and run. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const ROOT: string = fileURLToPath(new URL('..', import.meta.url));

/** Blocks fenced as `ts`, in the order of the page. */
export function codeBlocks(page: string): string[] {
  const text = readFileSync(`${ROOT}${page}`, 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map((match) => match[1] as string);
}

/** What the compiler has to say about texts, by name, as if each were a file in this folder. */
export function compileErrors(texts: ReadonlyMap<string, string>): string[] {
  const path = `${ROOT}tsconfig.tests.json`;
  const parsed = ts.parseJsonConfigFileContent(ts.readConfigFile(path, ts.sys.readFile).config, ts.sys, dirname(path));
  const options = { ...parsed.options, noUnusedLocals: false };
  const files = new Map([...texts].map(([name, text]) => [`${ROOT}docs/${name}`, text]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => files.get(file) ?? readFile(file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = files.get(file);
    return text === undefined ? getSourceFile(file, version, ...rest) : ts.createSourceFile(file, text, version);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${file.slice(ROOT.length)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  });
}

/** Runs a block whose imports are given, and returns some of its constants. */
export function runBlock(
  block: string,
  modules: Readonly<Record<string, object>>,
  results: readonly string[],
): Record<string, unknown> {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  const { outputText } = ts.transpileModule(block, { compilerOptions });
  const body = outputText
    .replace(/^import \{([^}]*)\} from ['"]([^'"]+)['"];$/gm, 'const {$1} = modules["$2"];')
    .replace(/^export \{\};$/gm, '');
  return new Function('modules', `${body}\nreturn { ${results.join(', ')} };`)(modules) as Record<string, unknown>;
}
