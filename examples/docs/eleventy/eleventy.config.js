import { HtmlBasePlugin } from '@11ty/eleventy';
import { hazeMarkdown } from 'haze/docs/markdown-it';

export default function configure(config) {
  config.addPlugin(HtmlBasePlugin);
  config.amendLibrary('md', (md) => void md.use(hazeMarkdown, { folder: '_site/haze' }));
  config.addPassthroughCopy({ public: '/' });
}

// Braces in programs are not template syntax.
export const config = { markdownTemplateEngine: false };
