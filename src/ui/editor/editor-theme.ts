// The editor's colours, all taken from the page's custom properties, so that one theme works in both light and dark
// mode.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const view = EditorView.theme({
  '&': { height: '100%', color: 'var(--haze-text)', backgroundColor: 'var(--haze-surface)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--haze-mono)',
    fontSize: 'calc(0.875rem * var(--editor-letters, 1))',
    lineHeight: '1.55',
  },
  '.cm-content': { caretColor: 'var(--haze-text)', padding: '0.5rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--haze-text)' },
  '.cm-gutters': { color: 'var(--haze-muted)', backgroundColor: 'var(--haze-surface)', border: 'none' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--haze-line-soft)' },
  // The selection is drawn behind the active line and must show through it.
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--haze-line-soft) 45%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--haze-selection)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--haze-accent-soft)',
    outline: '1px solid var(--haze-accent)',
  },
  '.cm-panels': { color: 'var(--haze-text)', backgroundColor: 'var(--haze-background)' },
  '.cm-tooltip': {
    color: 'var(--haze-text)',
    backgroundColor: 'var(--haze-background)',
    border: '1px solid var(--haze-line)',
    borderRadius: 'var(--haze-radius)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--haze-accent-text)',
    backgroundColor: 'var(--haze-accent)',
  },
  '.known-name': { maxWidth: '34rem', padding: '0.4rem 0.6rem', fontSize: '0.8125rem', lineHeight: '1.4' },
  '.known-name p': { margin: '0' },
  '.known-name ul': { margin: '0.25rem 0 0', paddingInlineStart: '1.1rem' },
  '.known-name .signature': { fontFamily: 'var(--haze-mono)', overflowWrap: 'anywhere' },
  '.known-name .signature strong': { color: 'var(--haze-accent)' },
  '.known-name .lead, .known-name code': { fontFamily: 'var(--haze-mono)' },
  '.known-name .from': {
    marginBlockStart: '0.25rem',
    color: 'var(--haze-muted)',
    fontFamily: 'var(--haze-mono)',
  },
  '.cm-completionDetail': { color: 'var(--haze-muted)', fontStyle: 'normal' },
  '.cm-tooltip-autocomplete ul li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-tooltip.cm-completionInfo': { padding: '0' },
  '.cm-lint-marker': { width: '0.75em', height: '0.75em' },
});

const code = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: 'var(--haze-code-word)' },
  { tag: [tags.typeName, tags.standard(tags.typeName)], color: 'var(--haze-code-type)' },
  { tag: [tags.string, tags.special(tags.string), tags.character], color: 'var(--haze-code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--haze-code-number)' },
  { tag: [tags.lineComment, tags.blockComment, tags.comment], color: 'var(--haze-code-comment)' },
  { tag: [tags.processingInstruction, tags.meta, tags.macroName], color: 'var(--haze-code-directive)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName)],
    color: 'var(--haze-code-function)',
  },
  { tag: tags.labelName, color: 'var(--haze-code-directive)' },
]);

export const editorTheme = [view, syntaxHighlighting(code)];
