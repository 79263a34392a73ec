import { HtmlBasePlugin } from '@11ty/eleventy';
import { hazeMarkdown } from 'haze/docs/markdown-it';

export default function configure(config) {
  config.addPlugin(HtmlBasePlugin);
  config.amendLibrary('md', (md) => void md.use(hazeMarkdown, { folder: '_site/haze' }));
  config.addPassthroughCopy({ public: '/' });
}

// Braces of programs do not belong to the template's language.
export const config = { markdownTemplateEngine: false };
