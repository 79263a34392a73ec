// The state of the whole page.
import type { Connection, Update } from '../../../client/index.ts';
import { DEFAULT_CORES } from '../../../uncertainty/core/core-spec.ts';
import type { UncertaintyView } from '../../budget/haze-uncertainty.ts';
import type { UncertaintySubject } from '../../budget/uncertainty-subject.ts';
import type { Comparison } from '../../compare/compare-values.ts';
import type { ChosenValue } from '../../console/haze-console.ts';
import type { CoreRuns } from '../../cores/core-rows.ts';
import type { Program } from '../../draft/program.ts';
import { firstProgram } from '../../gallery/gallery.ts';
import { type PageLayout, readLayout } from '../../layout/page-layout.ts';
import type { Project } from '../../project/project.ts';
import type { DownloadProgress } from '../../run/describe-run.ts';
import type { OutputFile } from '../../run/input-folder.ts';
import { IDLE, type RunState } from '../../run/run-state.ts';
import type { Core } from '../../service/service-records.ts';
import { readTheme, type Theme } from '../../style/theme.ts';
import { type Place, takePlace } from './kept-place.ts';
import type { ResultOrigin } from './result-origin.ts';

/** The open question about a run's values. */
export interface AskedUncertainty {
  readonly subject: UncertaintySubject;
  /** 0-based index of the value among the values on stdout. */
  readonly ordinal: number;
  readonly view: UncertaintyView;
}

/** A button next to a message. */
export interface Remedy {
  readonly title: string;
  readonly use: () => void;
}

export interface PageState extends Place {
  readonly program: Program;
  readonly run: RunState;
  /** Origin of the run's result; undefined before the first run. */
  readonly origin: ResultOrigin | undefined;
  /** True if the console shows a result that was recorded when the site was built. */
  readonly isRecorded: boolean;
  readonly layout: PageLayout;
  /** The default cores; after the first request, also the account's own cores. */
  readonly cores: readonly Core[];
  /** The connection; undefined while the page is connecting. */
  readonly connection: Connection | undefined;
  /** Error that occurred while connecting. */
  readonly connectProblem: unknown;
  readonly download: DownloadProgress | undefined;
  readonly isDownloadKept: boolean | undefined;
  readonly newVersion: Update | undefined;
  /** True if the page offers to make all languages available offline. */
  readonly offersOffline: boolean;
  /** Message that stays until the user dismisses it; '' if there is none. */
  readonly sentence: string;
  /** Action offered next to the message. */
  readonly remedy: Remedy | undefined;
  /** Text for screen readers: the same message, and the results of runs. */
  readonly announcement: string;
  readonly theme: Theme;
  /** Shows output as the program printed it, with distributions as text. */
  readonly isRaw: boolean;
  readonly outputFiles: readonly OutputFile[];
  /** Project that contains the file in the editor; undefined for a single-file program. */
  readonly project: Project | undefined;
  /** Comparison with the Reference core, or the state of the run on it. */
  readonly comparison: Comparison | RunState | undefined;
  /** The program's last runs on several cores. */
  readonly coreRuns: (CoreRuns & { readonly origin: ResultOrigin }) | undefined;
  /** Shown values. */
  readonly viewed: readonly ChosenValue[];
  /** The open question about the values of the last run. */
  readonly asked: AskedUncertainty | undefined;
  /** Adds the next value to the values shown instead of replacing them. */
  readonly isOverlay: boolean;
}

/** Default cores in the form that the service returns; the service itself is loaded on the first request. */
const KNOWN_CORES: readonly Core[] = DEFAULT_CORES.map((core) => ({
  Object: 'Core',
  Owner: 'haze',
  CreatedAt: 0,
  UpdatedAt: 0,
  ...core,
}));

/** The state of a fresh page. */
export function beginState(): PageState {
  return {
    program: firstProgram(),
    run: IDLE,
    origin: undefined,
    isRecorded: false,
    ...takePlace(),
    layout: readLayout(),
    cores: KNOWN_CORES,
    connection: undefined,
    connectProblem: undefined,
    download: undefined,
    isDownloadKept: undefined,
    newVersion: undefined,
    offersOffline: false,
    sentence: '',
    remedy: undefined,
    announcement: '',
    theme: readTheme(),
    isRaw: false,
    outputFiles: [],
    project: undefined,
    comparison: undefined,
    coreRuns: undefined,
    viewed: [],
    asked: undefined,
    isOverlay: false,
  };
}
