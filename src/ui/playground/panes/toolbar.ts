// Bar at the top of the page: program, language, core, Run, Stop, and further actions. On a narrow page, Run and Stop
// are at the bottom (layout/bottom-bar.ts), and the rest is in a single menu.
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { live } from 'lit/directives/live.js';
import '../../layout/haze-menu.ts';
import { explainCore, findCore, groupCores } from '../../cores/core-meaning.ts';
import { LANGUAGES, type Language, type Program } from '../../draft/program.ts';
import type { MenuItem } from '../../layout/haze-menu.ts';
import { renderIcon } from '../../layout/icons.ts';
import type { Core } from '../../service/service-records.ts';
import { THEMES, type Theme } from '../../style/theme.ts';

export interface ToolbarProperties {
  readonly program: Program;
  readonly cores: readonly Core[];
  readonly isRunning: boolean;
  readonly theme: Theme;
}

export interface ToolbarActions {
  readonly run: () => void;
  readonly stop: () => void;
  readonly share: () => void;
  readonly embed: () => void;
  readonly openGallery: () => void;
  /** Entries of “Open” apart from the examples. */
  readonly openItems: readonly MenuItem[];
  readonly setLanguage: (language: Language) => void;
  readonly setCore: (core: string) => void;
  readonly setTheme: (theme: Theme) => void;
  readonly openHelp: () => void;
}

const THEME_NAMES: Readonly<Record<Theme, string>> = { auto: 'Same as system', light: 'Light', dark: 'Dark' };
const RUN_KEY = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘⏎' : 'Ctrl ⏎';

function renderCoreOptions(cores: readonly Core[], wanted: string) {
  const chosen = findCore(cores, wanted);
  if (!chosen)
    return html`<option value=${wanted} selected>${wanted}</option>${renderGroups(cores, undefined)}`;
  return renderGroups(cores, chosen);
}

function renderGroups(cores: readonly Core[], chosen: Core | undefined) {
  return groupCores(cores).map(
    ([heading, members]) => html`<optgroup label=${heading}>
      ${members.map(
        (core) => html`<option
          value=${core.Owner === 'haze' ? core.Name : core.CoreID}
          .selected=${core === chosen}
          title=${explainCore(core)}
        >
          ${core.Name}
        </option>`,
      )}
    </optgroup>`,
  );
}

/** Renders the bar. */
export function renderToolbar(properties: ToolbarProperties, actions: ToolbarActions): TemplateResult {
  const { program, cores, isRunning, theme } = properties;
  const core = findCore(cores, program.core);
  const themes = THEMES.map(
    (name): MenuItem => ({
      title: THEME_NAMES[name],
      icon: name,
      isChosen: name === theme,
      isOneOf: true,
      choose: () => actions.setTheme(name),
    }),
  );
  const more: readonly MenuItem[] = [
    { title: 'Help', icon: 'help', choose: actions.openHelp },
    { title: 'Share', icon: 'share', choose: actions.share },
    { title: 'Embed', icon: 'embed', choose: actions.embed },
    ...themes,
  ];
  return html`<header class="toolbar">
    <h1><img src=${new URL('../icon.svg', import.meta.url).href} alt="" width="24" height="24" />Haze</h1>
    <p class="tagline">Run C, C++ and Fortran in this page, with numbers that carry their uncertainty.</p>
    <div class="open-buttons">
      <button type="button" @click=${actions.openGallery}>Examples</button>
      <haze-menu align="end" label="Open" icon="open" .items=${actions.openItems}></haze-menu>
    </div>
    <label>
      <span>Language</span>
      <select @change=${(event: Event) => actions.setLanguage(selected(event) as Language)}>
        ${LANGUAGES.map((name) => html`<option .selected=${live(name === program.language)}>${name}</option>`)}
      </select>
    </label>
    <label class="core-choice">
      <span>Core</span>
      <select
        class="core"
        aria-describedby="core-meaning"
        @change=${(event: Event) => actions.setCore(selected(event))}
      >
        ${renderCoreOptions(cores, program.core)}
      </select>
    </label>
    <div class="run-buttons">
      <button type="button" class="primary" ?disabled=${isRunning} @click=${actions.run}>
        Run <kbd aria-hidden="true">${RUN_KEY}</kbd>
      </button>
      <button type="button" ?disabled=${!isRunning} @click=${actions.stop}>Stop</button>
    </div>
    <div class="page-buttons">
      <button type="button" class="quiet" @click=${actions.openHelp}>${renderIcon('help')}<span>Help</span></button>
      <button type="button" class="quiet" @click=${actions.share}>${renderIcon('share')}<span>Share</span></button>
      <button type="button" class="quiet icon-button" title="Embed" @click=${actions.embed}>
        ${renderIcon('embed')}<span class="visually-hidden">Embed</span>
      </button>
      <haze-menu icon-only align="end" label="Colours" icon=${theme} .items=${themes}></haze-menu>
    </div>
    <haze-menu class="more" align="end" icon-only label="More" icon="more" .items=${more}></haze-menu>
    <!-- Creates a new element for each core, so that the changed text does not count as a layout shift. -->
    <p class="core-meaning" id="core-meaning">${core ? keyed(core.Name, html`<b>${core.Name}</b> ${explainCore(core)}`) : nothing}</p>
  </header>`;
}

function selected(event: Event): string {
  return (event.target as HTMLSelectElement).value;
}
