// Re-exports the name of a program's displayed source, for page elements.
export { nameShown } from '../../program/modules/page-sources.ts';
