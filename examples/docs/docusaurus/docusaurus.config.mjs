import { remarkHaze } from 'haze/docs/remark';

const baseUrl = '/guide/';

export default {
  title: 'Wings',
  url: 'https://wings.example',
  baseUrl,
  headTags: [{ tagName: 'link', attributes: { rel: 'icon', href: 'data:,' } }],
  stylesheets: [`${baseUrl}haze/haze-docs.css`],
  scripts: [{ src: `${baseUrl}haze/haze-docs.js`, defer: true }],
  presets: [
    [
      'classic',
      {
        docs: { routeBasePath: '/', remarkPlugins: [[remarkHaze, { form: 'react', folder: 'static/haze' }]] },
        blog: false,
        pages: false,
        theme: {},
      },
    ],
  ],
};
