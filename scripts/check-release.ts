// Conditions for publishing a version, from git, package.json and CHANGELOG.md.

export interface ReleaseFacts {
  /** Output of `git status --porcelain`. */
  readonly status: string;
  readonly version: string;
  /** Names of all tags. */
  readonly tags: readonly string[];
  readonly changelog: string;
  /** Sentences about parts of dist/ that are older than their sources. */
  readonly staleOutputs: readonly string[];
}

const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** The changelog's section of a version, without its heading; undefined when there is none. */
function maybeSection(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => /^\S+/.exec(section)?.[0] === version);
  return found?.slice(found.indexOf('\n')).trim();
}

/** A sentence for each condition that fails, with advice. */
export function findReleaseProblems(facts: ReleaseFacts): string[] {
  const { status, version, tags, changelog, staleOutputs } = facts;
  const problems: string[] = [];
  const changed = status.split('\n').filter((line) => line !== '');
  if (changed.length > 0) {
    problems.push(
      `There are ${changed.length} changes that are not committed, ${changed[0]!.slice(3)} first.`,
    );
  }
  if (!VERSION.test(version)) problems.push(`package.json: "${version}" is no semantic version.`);
  if (tags.includes(`v${version}`)) {
    problems.push(
      `Version ${version} has its tag already: raise "version" in package.json (npm version does).`,
    );
  }
  const section = maybeSection(changelog, version);
  if (section === undefined) {
    problems.push(`CHANGELOG.md has no section "## ${version}": give "Unreleased" that name, and a date.`);
  } else if (section === '') problems.push(`CHANGELOG.md says nothing of ${version}.`);
  if ((maybeSection(changelog, 'Unreleased') ?? '') !== '' && section !== undefined) {
    problems.push('CHANGELOG.md has changes under "Unreleased" that this version would have, too.');
  }
  return [...problems, ...staleOutputs];
}
