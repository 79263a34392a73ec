// The editor: CodeMirror with three languages, inline diagnostics, and a keyboard shortcut that runs the program. Tab
// indents; after Escape, Tab leaves the editor.
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { guessFortranForm } from '../../client/project/lone-source.ts';
import type { Language } from '../draft/program.ts';
import type { Diagnostic, FixIt } from '../service/service-records.ts';
import type { FindElsewhere } from './assist/go-to-definition.ts';
import { cColours } from './c-mode.ts';
import { applyFix, messageLines, placeOf, showChecked, showDiagnostics } from './diagnostic-marks.ts';
import { editorTheme } from './editor-theme.ts';
import { selectNumber } from './select-number.ts';

/** The editor's appearance. The font size comes from the page's style. */
export interface EditorLook {
  /** Wraps long lines. */
  readonly isWrapped: boolean;
}

export interface CodeEditorOptions {
  readonly parent: HTMLElement;
  readonly source: string;
  readonly language: Language;
  /** ID of the hint that explains how to leave the editor. */
  readonly hintId: string;
  readonly look: EditorLook;
  readonly onChange: (source: string) => void;
  /** Ctrl-Enter, or Cmd-Enter. */
  readonly onRun: () => void;
  /** Finds a definition in another file and opens it; returns false if there is none. */
  readonly findElsewhere: FindElsewhere;
}

/** Search keys; search is lazy-loaded with the editor help. */
const SEARCH_KEYS = ['Mod-f', 'F3', 'Mod-g', 'Mod-Shift-l', 'Mod-Alt-g', 'Mod-d'] as const;

function describeLook({ isWrapped }: EditorLook): Extension {
  return isWrapped ? EditorView.lineWrapping : [];
}

export class CodeEditor {
  readonly #view: EditorView;
  readonly #options: CodeEditorOptions;
  readonly #languageSlot = new Compartment();
  /** Slot for the editor help, which is lazy-loaded on the first keystroke or pointer movement. */
  readonly #assistSlot = new Compartment();
  readonly #lookSlot = new Compartment();
  /** Slot for the values at the ends of lines. */
  readonly #marginSlot = new Compartment();
  #look: EditorLook;
  #assist: typeof import('./assist/assist.ts') | undefined;
  #fortran: typeof import('./fortran-mode.ts') | undefined;
  #loadingAssist: Promise<void> | undefined;
  #language: Language;
  #isFixed: boolean;

  constructor(options: CodeEditorOptions) {
    this.#options = options;
    this.#language = options.language;
    this.#look = options.look;
    this.#isFixed = guessFortranForm(options.source) === 'fixed';
    this.#view = new EditorView({ parent: options.parent, state: this.#createState(options.source) });
  }

  get source(): string {
    return this.#view.state.doc.toString();
  }

  /** Opens another program. Undo does not restore the previous text. */
  open(source: string, language: Language): void {
    this.#language = language;
    this.#isFixed = guessFortranForm(source) === 'fixed';
    this.#view.setState(this.#createState(source));
  }

  setLanguage(language: Language): void {
    this.#language = language;
    this.#configureLanguage();
  }

  setLook(look: EditorLook): void {
    this.#look = look;
    this.#view.dispatch({ effects: this.#lookSlot.reconfigure(describeLook(look)) });
  }

  /** Shows values at the ends of lines; [] shows none. Opening another program removes the values. */
  setMargin(margin: Extension): void {
    this.#view.dispatch({ effects: this.#marginSlot.reconfigure(margin) });
  }

  setDiagnostics(diagnostics: readonly Diagnostic[]): void {
    this.#view.dispatch(showDiagnostics(this.#view.state, diagnostics));
  }

  /** Marks the compiler's messages in the current text while the user types. */
  setChecked(diagnostics: readonly Diagnostic[]): void {
    this.#view.dispatch(showChecked(this.#view.state, diagnostics));
  }

  /** Replaces the selection with the given text, and adds the line that it requires, as one undo step. */
  insert(text: string, preparation?: { readonly at: number; readonly text: string }): void {
    const { from, to } = this.#view.state.selection.main;
    const changes = [
      { from, to, insert: text },
      ...(preparation ? [{ from: preparation.at, insert: preparation.text }] : []),
    ];
    const set = this.#view.state.changes(changes);
    const anchor = set.mapPos(to, 1);
    this.#view.dispatch({ changes: set, selection: { anchor }, scrollIntoView: true, userEvent: 'input' });
    this.#view.focus();
  }

  /** Replaces the whole text; the cursor stays on its line. */
  replaceAll(text: string): void {
    const { doc, selection } = this.#view.state;
    const { number } = doc.lineAt(selection.main.head);
    this.#view.dispatch({ changes: { from: 0, to: doc.length, insert: text }, userEvent: 'input.format' });
    const line = this.#view.state.doc.line(Math.min(number, this.#view.state.doc.lines));
    this.#view.dispatch({ selection: { anchor: line.from }, scrollIntoView: true });
  }

  /** Applies a fix; returns false and changes nothing if the text to be fixed has changed since the build. */
  applyFix(fix: readonly FixIt[]): boolean {
    return applyFix(this.#view, fix);
  }

  /**
   * Moves the cursor to a position in the built text, mapped to its current location. Lines and columns are 1-based.
   */
  goTo(line: number, column: number): void {
    const anchor = placeOf(this.#view.state, line, column);
    this.#view.dispatch({ selection: { anchor }, scrollIntoView: true });
    this.#view.focus();
  }

  #createState(source: string): EditorState {
    const { hintId, onRun } = this.#options;
    const run = () => {
      onRun();
      return true;
    };
    return EditorState.create({
      doc: source,
      extensions: [
        keymap.of([
          { key: 'Mod-Enter', run },
          { key: 'Ctrl-Enter', run },
        ]),
        keymap.of(SEARCH_KEYS.map((key) => ({ key, run: () => this.#searchLate(key) }))),
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        indentUnit.of('  '),
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap, indentWithTab]),
        messageLines,
        this.#languageSlot.of(this.#describeLanguage(source)),
        this.#assistSlot.of(this.#describeAssist()),
        this.#lookSlot.of(describeLook(this.#look)),
        this.#marginSlot.of([]),
        editorTheme,
        EditorView.domEventObservers({
          dblclick: () => selectNumber(this.#view),
          mousemove: () => void this.#wantAssist(),
          // Pressing Ctrl+Enter to run the program does not load the editor help.
          keydown: ({ key, ctrlKey, metaKey }) => {
            if (!(key === 'Enter' && (ctrlKey || metaKey)) && !/^(Control|Meta|Tab)$/.test(key))
              void this.#wantAssist();
          },
        }),
        EditorView.contentAttributes.of({
          'aria-label': 'Program',
          'aria-describedby': hintId,
          tabindex: '0',
        }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          const changed = update.state.doc.toString();
          if ((guessFortranForm(changed) === 'fixed') !== this.#isFixed) {
            this.#isFixed = !this.#isFixed;
            // CodeMirror forbids changes during an update.
            if (this.#language === 'Fortran') queueMicrotask(() => this.#configureLanguage());
          }
          this.#options.onChange(changed);
        }),
      ],
    });
  }

  #configureLanguage(): void {
    this.#view.dispatch({
      effects: [
        this.#languageSlot.reconfigure(this.#describeLanguage(this.source)),
        this.#assistSlot.reconfigure(this.#describeAssist()),
      ],
    });
  }

  #describeLanguage(source: string): Extension {
    if (this.#language !== 'Fortran') return this.#assist?.grammar() ?? cColours;
    if (!this.#fortran) void this.#loadFortran();
    const { fortranFixed = [], fortranFree = [] } = this.#fortran ?? {};
    return guessFortranForm(source) === 'fixed' ? fortranFixed : fortranFree;
  }

  /**
   * Loads Fortran highlighting. If this fails, the editor works without highlighting until the next Fortran program is
   * opened.
   */
  async #loadFortran(): Promise<void> {
    this.#fortran = await import('./fortran-mode.ts').catch(() => undefined);
    if (this.#fortran && this.#language === 'Fortran') this.#configureLanguage();
  }

  #describeAssist(): Extension {
    const { findElsewhere } = this.#options;
    return this.#assist?.assist({ language: this.#language, findElsewhere }) ?? [];
  }

  /** Handles the key once search is loaded; returns false if it is not a search key. */
  #searchLate(key: string): boolean {
    if (this.#assist) return false;
    void this.#wantAssist().then(() => this.#assist?.search(this.#view, key));
    return true;
  }

  #wantAssist(): Promise<void> {
    this.#loadingAssist ??= this.#loadAssist();
    return this.#loadingAssist;
  }

  #loadAssist(): Promise<void> {
    const { doc } = this.#view.state;
    return import('./assist/assist.ts').then(
      (assist) => {
        this.#assist = assist;
        this.#configureLanguage();
        // The user may have started typing a name in the meantime.
        if (!this.#view.state.doc.eq(doc)) assist.completeBegun(this.#view);
      },
      // The editor works without the assistance, and the next key press retries.
      () => {
        this.#loadingAssist = undefined;
      },
    );
  }
}
