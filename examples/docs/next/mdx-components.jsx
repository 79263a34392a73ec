// Next wants this file for MDX in its app folder; components of one's own for headings, tables and others go here.
export function useMDXComponents(components) {
  return components;
}
