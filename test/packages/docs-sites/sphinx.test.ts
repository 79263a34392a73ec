import { testSite } from './site-checks.ts';

testSite({ name: 'sphinx', source: 'index.rst', built: '_site', command: '/usr/bin/sphinx-build' });
