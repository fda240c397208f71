import { readCorpus } from "./warnings/corpus.mjs"

/**
 * Prints the corpus of requests by warning, chain and form, with the misses and the false alarms. Exits 1 on a miss that is
 * not known: a known one has its reason.
 */
const results = []
for (const one of readCorpus()) {
  const start = performance.now()
  const warnings = await one.review()
  const milliseconds = performance.now() - start
  const isMiss = one.expect === "act" && warnings.length === 0
  const isAlarm = one.expect === "none" && warnings.length > 0
  results.push({ ...one, warnings, milliseconds, isMiss, isAlarm })
}

const table = (title, toKeys) => {
  const groups = new Map()
  for (const result of results)
    for (const key of toKeys(result)) groups.set(key, [...(groups.get(key) ?? []), result])
  console.log(`\n${title.padEnd(28)}harmful  usual  misses  false alarms`)
  for (const [key, group] of [...groups].toSorted(([one], [other]) => one.localeCompare(other))) {
    const count = (test) => String(group.filter(test).length)
    console.log(
      [
        key.padEnd(28),
        count(({ expect }) => expect === "act").padStart(7),
        count(({ expect }) => expect === "none").padStart(7),
        count(({ isMiss }) => isMiss).padStart(8),
        count(({ isAlarm }) => isAlarm).padStart(14),
      ].join(""),
    )
  }
}

table("warning", ({ warnings }) => (warnings.length === 0 ? ["(none)"] : warnings))
table("chain", ({ chain }) => [chain])
table("form", ({ form }) => [form])
table("corpus", ({ chain, source }) => [`${source} (${chain})`])

const misses = results.filter(({ isMiss }) => isMiss)
const known = misses.filter(({ passes }) => passes !== undefined)
const alarms = results.filter(({ isAlarm }) => isAlarm)
for (const { chain, form, id, passes, source } of misses)
  console.log(
    `\n${passes ? "known miss" : "miss"}: ${id} (${source}, ${chain}, ${form})${passes ? `: ${passes}` : ""}`,
  )
for (const { chain, form, id, source, warnings } of alarms)
  console.log(`\nfalse alarm: ${id} (${source}, ${chain}, ${form}): ${warnings.join(", ")}`)

const [slowest] = results.toSorted((one, other) => other.milliseconds - one.milliseconds)
console.log(
  `\n${results.length} requests, ${misses.length} misses (${known.length} known), ${alarms.length} false alarms; slowest: ${slowest.id}, ${Math.round(slowest.milliseconds)} ms`,
)
if (misses.length > known.length) process.exitCode = 1
