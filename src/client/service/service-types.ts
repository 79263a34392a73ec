// Types of the REST interface's records for clients in this project, derived from the schemas that validate requests
// and generate the description. The file contains only types, no code.
import type { z } from 'zod';
import type { bucketSchema } from '../../api/buckets/routes.ts';
import type { buildSchema } from '../../api/builds/build-view.ts';
import type { newBuildSchema } from '../../api/builds/create-build.ts';
import type { dataSourceSchema } from '../../api/builds/program-inputs.ts';
import type { buildOutputsSchema, diagnosticsSchema } from '../../api/builds/routes.ts';
import type { coreListSchema, coreSchema, newCoreSchema } from '../../api/cores/routes.ts';
import type { fileItemSchema, fileListSchema } from '../../api/files/routes.ts';
import type { repositoryBuildSchema } from '../../api/repositories/create-repository-build.ts';
import type { newRepositorySchema, repositorySchema } from '../../api/repositories/routes.ts';
import type { samplesSchema } from '../../api/samples/routes.ts';
import type { newTaskSchema } from '../../api/tasks/create-task.ts';
import type { outputsSchema } from '../../api/tasks/task-outputs.ts';
import type { taskSchema } from '../../api/tasks/task-view.ts';
import type { Diagnostic } from '../../toolchain/sources/diagnostic.ts';

export type Core = z.output<typeof coreSchema>;
export type CoreList = z.output<typeof coreListSchema>;
export type Build = z.output<typeof buildSchema>;
export type BuildOutputs = z.output<typeof buildOutputsSchema>;
/** Uses the compiler's own diagnostics type, because JSON omits undefined fields. */
export type BuildDiagnostics = Omit<z.output<typeof diagnosticsSchema>, 'Diagnostics'> & {
  readonly Diagnostics: readonly Diagnostic[];
};
export type Task = z.output<typeof taskSchema>;
export type Repository = z.output<typeof repositorySchema>;
export type Bucket = z.output<typeof bucketSchema>;
export type Samples = z.output<typeof samplesSchema>;
export type FileItem = z.output<typeof fileItemSchema>;
export type FileList = z.output<typeof fileListSchema>;
export type TaskOutputs = z.output<typeof outputsSchema>;
export type DataSource = z.input<typeof dataSourceSchema>;

/** The same type with readonly lists. */
type Fixed<Body> = {
  readonly [Field in keyof Body]: Body[Field] extends (infer Item)[] | undefined
    ? readonly Item[] | Extract<Body[Field], undefined>
    : Body[Field];
};

/** Request bodies. */
export type NewBuild = Fixed<z.input<typeof newBuildSchema>>;
export type NewTask = Fixed<z.input<typeof newTaskSchema>>;
export type NewCore = Fixed<z.input<typeof newCoreSchema>>;
export type NewRepository = Fixed<z.input<typeof newRepositorySchema>>;
export type NewRepositoryBuild = Fixed<z.input<typeof repositoryBuildSchema>>;
