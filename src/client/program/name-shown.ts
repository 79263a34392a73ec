// Name of a program's shown source, for elements.
export { nameShown } from '../../program/modules/page-sources.ts';
