import createMDX from '@next/mdx';

// Turbopack accepts plugins by name, and imports the plugin's default export.
const withMDX = createMDX({
  options: { remarkPlugins: [['haze/docs/remark', { form: 'react', folder: 'public/haze' }]] },
});

export default withMDX({
  basePath: '/guide',
  distDir: '_site',
  output: 'export',
  pageExtensions: ['mdx', 'jsx'],
});
