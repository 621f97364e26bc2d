// Bundles a module and all its direct and indirect imports into one file, because a browser finds nested imports only
// after it has loaded the outer ones. What `without` imports as well is left out, so that it can be loaded alone.

/**
 * @param {{ name: string, from: string, without?: string[] }} group its name, the module to start from, and
 *   modules whose imports are left out; all by the end of their paths
 * @returns {import('vite').Rolldown.CodeSplittingGroup}
 */
export function oneChunk({ name, from, without = [] }) {
  return {
    debugName: name,
    name: (id, context) => {
      const isImportedBy = (end) => isImportedFrom(id, end, (other) => context.getModuleInfo(other), new Set());
      return isImportedBy(from) && !without.some(isImportedBy) ? name : null;
    },
  };
}

/**
 * Whether a module is the one whose path ends with `end`, or is imported by it, directly or indirectly; `import()` does
 * not count.
 */
function isImportedFrom(id, end, infoOf, seen) {
  if (id.endsWith(end)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return infoOf(id)?.importers.some((importer) => isImportedFrom(importer, end, infoOf, seen)) ?? false;
}
