export const pathOf = (url) => decodeURIComponent(new URL(url).pathname)

/** Returns the median of the values that are known, or `null`. */
export function getMedian(values) {
  const sorted = values.filter((value) => value != null).toSorted((one, two) => one - two)
  if (sorted.length === 0) return null
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

function getRange(values) {
  const known = values.filter((value) => value != null)
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)]
}

function sumBytes(app, paths) {
  const sum = { files: 0, raw: 0, gzip: 0, brotli: 0 }
  for (const path of new Set(paths)) {
    const { raw, gzip, brotli } = app.files.get(path)
    sum.files += 1
    sum.raw += raw
    sum.gzip += gzip
    sum.brotli += brotli
  }
  return sum
}

/** Returns the median number of requests per outside host. */
function countHosts(samples, phase) {
  const counts = samples.map(({ requests }) => {
    const outside = requests.filter((request) => !request.own && request.phase === phase)
    const names = outside.map(({ type, url }) => `${type === "websocket" ? "wss:" : ""}${new URL(url).host}`)
    return Object.fromEntries(
      [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]),
    )
  })
  const hosts = new Set(counts.flatMap((count) => Object.keys(count)))
  return Object.fromEntries([...hosts].map((host) => [host, getMedian(counts.map((count) => count[host]))]))
}

function listOutsidePaths(samples) {
  const lines = samples.flatMap(({ requests }) =>
    requests
      .filter(({ own }) => !own)
      .map(({ phase, type, url }) => {
        const { host, pathname } = new URL(url)
        return `${phase} ${type} ${host}${pathname.replace(/[0-9a-f-]{30,}/g, "<id>")}`
      }),
  )
  return [...new Set(lines)].toSorted()
}

/** Summarizes the samples of a peer. A request that only some runs made counts as one that the page makes. */
export function summarize(app, samples) {
  const getPaths = (phase) => {
    const own = samples.flatMap(({ requests }) => requests.filter((one) => one.own && one.phase === phase))
    return [...new Set(own.map(({ url }) => pathOf(url)))].filter((path) => app.files.has(path))
  }
  const load = getPaths("load")
  const open = getPaths("open").filter((path) => !load.includes(path))
  const sum = (paths, pattern) =>
    sumBytes(
      app,
      paths.filter((path) => pattern.test(path)),
    )
  const js = /\.m?js$/
  const names = Object.keys(samples[0].values)
  const getValues = (name) => samples.map(({ values }) => values[name])
  return {
    js: { load: sum(load, js), open: sum(open, js), dist: sum([...app.files.keys()], js) },
    css: { load: sum(load, /\.css$/), open: sum(open, /\.css$/) },
    hosts: { load: countHosts(samples, "load"), open: countHosts(samples, "open") },
    outsidePaths: listOutsidePaths(samples),
    firstText: samples[0].firstText,
    pageErrors: [...new Set(samples.flatMap(({ errors }) => errors))],
    runs: samples.length,
    median: Object.fromEntries(names.map((name) => [name, getMedian(getValues(name))])),
    range: Object.fromEntries(names.map((name) => [name, getRange(getValues(name))])),
  }
}
