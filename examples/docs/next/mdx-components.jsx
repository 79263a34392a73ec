// Next requires this file for MDX in its app folder. Custom components for headings, tables and other elements go here.
export function useMDXComponents(components) {
  return components;
}
