// Builds an open project. The page sends the files to the service as the imported copy of a repository, under a
// separate address. The service builds the copy like any connected repository.
import type { ServiceClient } from '../service/service-client.ts';
import type { Build } from '../service/service-records.ts';
import type { Project } from './project.ts';

/** A host that cannot exist (RFC 2606), so that nothing is ever fetched from it. */
const HOST = 'https://project.invalid';

export class ProjectBuilds {
  readonly #address: string;
  #connected: { readonly directory: string; readonly id: string } | undefined;

  /** @param tabId letters, digits and dashes, unique per tab */
  constructor(tabId: string) {
    this.#address = `${HOST}/${tabId}`;
  }

  /** Starts a build of these files. */
  async start(
    client: ServiceClient,
    { directory, files }: Pick<Project, 'directory' | 'files'>,
    wish: { readonly CoreID: string; readonly Arguments: string },
  ): Promise<Build> {
    const { packFiles } = await import('../../client/project/project-files.ts');
    await client.importRepository(this.#address, await packFiles(files));
    if (this.#connected?.directory !== directory) {
      await this.#disconnect(client);
      const { RepositoryID: id } = await client.connectRepository({
        RemoteURL: this.#address,
        Commit: 'HEAD',
        Branch: '',
        BuildDirectory: directory,
        Arguments: '',
      });
      this.#connected = { directory, id };
    }
    return client.createRepositoryBuild(this.#connected.id, wish);
  }

  /** Deletes the project's data from the service; its builds stay. */
  async forget(client: ServiceClient): Promise<void> {
    await this.#disconnect(client);
    await client.forgetImport(this.#address);
  }

  async #disconnect(client: ServiceClient): Promise<void> {
    if (this.#connected) await client.disconnectRepository(this.#connected.id);
    this.#connected = undefined;
  }
}
