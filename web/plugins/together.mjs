// What one module imports, and what that imports in turn, as one file: each file that is found in another has to be
// waited for. What a module outside of it needs at once as well stays where that can have it alone.

/**
 * @param {{ name: string, from: string, without?: string }} group its name, the module it begins at, and one whose
 *   imports are left out; both by the end of their paths
 * @returns {import('vite').Rolldown.CodeSplittingGroup}
 */
export function together({ name, from, without }) {
  return {
    debugName: name,
    name: (id, context) => {
      const isImportedBy = (end) => climbs(id, end, (other) => context.getModuleInfo(other), new Set());
      return isImportedBy(from) && !(without && isImportedBy(without)) ? name : null;
    },
  };
}

/** Whether a module is the one that is looked for, or is imported by it however far away; `import()` does not count. */
function climbs(id, end, infoOf, seen) {
  if (id.endsWith(end)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return infoOf(id)?.importers.some((importer) => climbs(importer, end, infoOf, seen)) ?? false;
}
