// State of the whole page.
import type { Connection, Update } from '../../../client/index.ts';
import { DEFAULT_CORES } from '../../../uncertainty/core/core-spec.ts';
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
import type { AskedUncertainty } from './asked-uncertainty.ts';
import { type Place, takePlace } from './kept-place.ts';
import type { ResultOrigin } from './result-origin.ts';

/** Button next to a message. */
export interface Remedy {
  readonly title: string;
  readonly use: () => void;
}

export interface PageState extends Place {
  readonly program: Program;
  readonly run: RunState;
  /** Origin of the run's result; undefined before the first run. */
  readonly origin: ResultOrigin | undefined;
  /** The console shows a result recorded when the site was built. */
  readonly isRecorded: boolean;
  readonly layout: PageLayout;
  /** Default cores; the account's own cores too, after the first request. */
  readonly cores: readonly Core[];
  /** Connection; undefined while the page connects. */
  readonly connection: Connection | undefined;
  /** Error of the connection. */
  readonly connectProblem: unknown;
  readonly download: DownloadProgress | undefined;
  readonly isDownloadKept: boolean | undefined;
  readonly newVersion: Update | undefined;
  /** The page offers to make all languages available offline. */
  readonly offersOffline: boolean;
  /** Message that stays until the user dismisses it; '' for none. */
  readonly sentence: string;
  /** Action next to the message. */
  readonly remedy: Remedy | undefined;
  /** Text for screen readers: the same message, and results of runs. */
  readonly announcement: string;
  readonly theme: Theme;
  /** Shows output as printed, with its distributions as text. */
  readonly isRaw: boolean;
  readonly outputFiles: readonly OutputFile[];
  /** Project of the file in the editor; undefined for a program of one file. */
  readonly project: Project | undefined;
  /** Comparison with the Reference core, or the state of its run. */
  readonly comparison: Comparison | RunState | undefined;
  /** Last runs of the program on several cores. */
  readonly coreRuns: (CoreRuns & { readonly origin: ResultOrigin }) | undefined;
  /** Shown values. */
  readonly viewed: readonly ChosenValue[];
  /** The open question about the values of the last run. */
  readonly asked: AskedUncertainty | undefined;
  /** Adds the next value to the shown values instead of replacing them. */
  readonly isOverlay: boolean;
}

/** Default cores, in the form of the service, which is loaded with the first request. */
const KNOWN_CORES: readonly Core[] = DEFAULT_CORES.map((core) => ({
  Object: 'Core',
  Owner: 'haze',
  CreatedAt: 0,
  UpdatedAt: 0,
  ...core,
}));

/** State of a fresh page. */
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
