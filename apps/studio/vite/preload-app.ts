import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Loads the page's main chunk while the small first script starts the worker: it is imported only after that. */
export function preloadApp(): Plugin {
  return {
    name: 'rigline-preload-app',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const tags: HtmlTagDescriptor[] = [];
        for (const [file, chunk] of Object.entries(bundle ?? {})) {
          if (chunk.type !== 'chunk' || !chunk.isDynamicEntry) continue;
          tags.push({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          });
          for (const style of chunk.viteMetadata?.importedCss ?? []) {
            tags.push({ tag: 'link', attrs: { rel: 'stylesheet', href: `/${style}` }, injectTo: 'head' });
          }
        }
        return tags;
      },
    },
  };
}
