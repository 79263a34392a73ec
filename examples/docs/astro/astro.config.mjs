import { defineConfig } from 'astro/config';
import { remarkHaze } from 'haze/docs/remark';

export default defineConfig({
  base: '/guide/',
  outDir: '_site',
  markdown: { remarkPlugins: [[remarkHaze, { folder: 'public/haze' }]] },
});
