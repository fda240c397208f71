/** Code of libraries, but React's, which looks itself which keys are an object's own. */
const libraries = /[\\/]node_modules[\\/](?!(?:react|react-dom|scheduler)[\\/])/
const loops = /\bfor \((const|let|var) (\w+) in ([\w.]+)\)/g

/** Of zod: where an issue takes an inherited `path` for its own. */
const paths = [
  ["(_a = iss).path ?? (_a.path = [])", 'Object.hasOwn((_a = iss), "path") || (_a.path = [])'],
  ["inst._zod.def.path ?? []", 'Object.hasOwn(inst._zod.def, "path") ? inst._zod.def.path : []'],
]

/** Returns the code of a module for a page that has added enumerable members to `Object.prototype`. */
export const toOwnKeys = (code) =>
  paths.reduce(
    (changed, [from, to]) => changed.replaceAll(from, to),
    code.replaceAll(loops, "for ($1 $2 of Object.keys($3 ?? {}))"),
  )

/**
 * Makes libraries skip what a script of the page has added to `Object.prototype`. zod makes no schema at all on such a
 * page: `members` in `zod/v4/core/util.js` takes each enumerable key for one of its own table.
 *
 * @type {import("vite").Plugin}
 */
export const ownKeys = {
  name: "own-keys",
  transform(code, id) {
    if (!libraries.test(id)) return null
    const changed = toOwnKeys(code)
    return changed === code ? null : { code: changed, map: null }
  },
}
