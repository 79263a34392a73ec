import { testSite } from './site-checks.ts';

testSite({ name: 'docusaurus', source: 'docs/index.md', built: '_site', words: ['--', '--no-minify'] });
