import { hazeMarkdown } from 'haze/docs/markdown-it';
import { defineConfig } from 'vitepress';

const base = '/guide/';

export default defineConfig({
  base,
  title: 'Wings',
  head: [
    ['link', { rel: 'stylesheet', href: `${base}haze/haze-docs.css` }],
    ['script', { src: `${base}haze/haze-docs.js`, defer: '' }],
  ],
  markdown: { config: (md) => void md.use(hazeMarkdown, { folder: 'docs/public/haze' }) },
});
