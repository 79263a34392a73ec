import { testSite } from './site-checks.ts';

testSite({ name: 'eleventy', source: 'pages/index.md', built: '_site' });
