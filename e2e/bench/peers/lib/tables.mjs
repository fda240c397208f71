const toKb = (bytes) => (bytes / 1000).toFixed(bytes < 100_000 ? 1 : 0)
const toMs = (ms) => (ms == null ? "–" : ms.toFixed(ms < 100 ? 1 : 0))
const toMb = (bytes) => (bytes == null ? "–" : (bytes / 1e6).toFixed(1))
const toScore = (value) => (value === 0 ? "0" : value.toPrecision(2))
const toYes = (value) => ({ true: "yes", false: "NO" })[value] ?? "–"
const toRatio = (one, other) => (other > 0 && one != null ? (one / other).toFixed(2) : "–")
const toSizes = ({ raw, gzip, brotli }) => `${toKb(raw)} / ${toKb(gzip)} / ${toKb(brotli)}`
const toRange = (median, range) =>
  median == null ? "–" : `${toMs(median)} [${toMs(range[0])}–${toMs(range[1])}]`
const toHosts = (hosts) =>
  Object.entries(hosts)
    .map(([host, count]) => `${host}×${count}`)
    .join(", ") || "none"

/** A markdown table of the peers. Each column has a title and a function of peer and reference. */
function makeTable(title, peers, columns) {
  const lines = [
    ["peer", ...columns.map(([name]) => name)],
    ["---", ...columns.map(() => "---:")],
    ...peers.map(([name, peer]) => [name, ...columns.map(([, get]) => get(peer))]),
  ]
  return `### ${title}\n${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`
}

/** A column with the median of a value, `ranged` with its extremes. */
const ranged = (title, name) => [title, (peer) => toRange(peer.median[name], peer.range[name])]
const median = (title, name) => [title, ({ median }) => toMs(median[name])]

const toDialog = ({ tag, role, modal, label }) =>
  `${tag} ${role}${modal ? ` modal=${modal}` : ""}${label ? ` “${label}”` : " unnamed"}`
const toAxe = (impact) => [
  impact,
  ({ a11y }) => `${a11y.axeByImpact[impact]} / ${a11y.axeNodesByImpact[impact]}`,
]
const accessibility = [
  ...["critical", "serious", "moderate", "minor"].map(toAxe),
  [
    "rules",
    ({ a11y }) => a11y.axe.map(({ id, impact, nodes }) => `${id} (${impact}, ${nodes})`).join(", ") || "none",
  ],
  ["dialog role", ({ a11y }) => a11y.dialogs.map(toDialog).join("; ") || "NONE"],
  ["Enter opens", ({ a11y }) => toYes(a11y.opensByEnter)],
  ["focus on open", ({ a11y }) => a11y.focusOnOpen.where],
  ["trapped", ({ a11y }) => toYes(a11y.focusTrapped)],
  ["Tab: modal/body/page/other", ({ a11y: { tab } }) => `${tab.modal}/${tab.body}/${tab.page}/${tab.other}`],
  ["distinct controls reached by Tab", ({ a11y }) => a11y.tab.distinctInModal],
  ["Escape closes", ({ a11y }) => toYes(a11y.escapeCloses)],
  ["focus after Escape", ({ a11y }) => a11y.focusAfterEscape?.where ?? "–"],
  ["close button", ({ a11y }) => toYes(a11y.closeButtonCloses)],
  ["focus after close", ({ a11y }) => a11y.focusAfterClose?.where ?? "–"],
]

function describeRun({ started, ended, machine, options }, reference) {
  const { runs, net, cpu, first, eip6963 } = options
  return [
    `Run ${started} – ${ended}`,
    `Chromium ${machine.chromium}`,
    `${machine.cpus} CPU (${machine.cpu})`,
    `Node ${machine.node}`,
    `load average median ${machine.loadMedian?.toFixed(2)}, max ${machine.loadMax.toFixed(2)}`,
    `${runs} runs`,
    `net ${net}`,
    `CPU slowed ${cpu} times`,
    first ? "click as the first thing" : "click after a pause",
    `installed wallet ${eip6963 ? "one (EIP-6963)" : "none"}`,
    `ratios against \`${reference}\``,
  ].join("; ")
}

const toReturn = ({ returning }) => returning.error ?? toRange(returning.median, returning.range)
const toFailures = ({ failures, a11y, js }) =>
  [...failures, ...(a11y?.error ? [`a11y: ${a11y.error}`] : []), ...(js ? [] : ["no samples"])].join("; ")

/** The result as markdown. A ratio is the peer's median over that of the reference, in the same run. */
export function makeTables(result, reference) {
  const all = Object.entries(result.peers)
  const measured = all.filter(([, { js }]) => js)
  const [refName, ref] = measured.find(([name]) => name === reference) ?? measured[0] ?? []
  const ratio = (get) => ["× ref", (peer) => toRatio(get(peer), get(ref))]
  const sumGzip = ({ load, open }) => load.gzip + open.gzip
  const { first } = result.options
  const install = (title, get) => [title, (peer) => (peer.install ? get(peer.install) : "–")]
  const parts = [
    describeRun(result, refName),
    makeTable("JavaScript, kB (raw / gzip -9 / brotli 11)", measured, [
      [first ? "before the click" : "at load", ({ js }) => toSizes(js.load)],
      ["files", ({ js }) => js.load.files],
      [first ? "after the click" : "on opening", ({ js }) => toSizes(js.open)],
      ["files", ({ js }) => js.open.files],
      ["load + open, gzip", ({ js }) => toKb(sumGzip(js))],
      ratio(({ js }) => sumGzip(js)),
      ["total dist", ({ js }) => toSizes(js.dist)],
      ["files", ({ js }) => js.dist.files],
      ["CSS load + open, gzip", ({ css }) => toKb(sumGzip(css))],
    ]),
    makeTable("Click to modal, ms: median [min–max]", measured, [
      ...(first
        ? [
            ranged("clicked, ms after navigation", "clickedMs"),
            ranged("wallet opaque, ms after navigation", "navigationOpaqueMs"),
          ]
        : []),
      ranged("first text", "clickFirstMs"),
      ratio((peer) => peer.median.clickFirstMs),
      ranged("first wallet visible", "clickWalletMs"),
      ranged("wallet fully opaque", "clickOpaqueMs"),
      ranged("focus set", "clickFocusMs"),
      ["layout shift after first text", ({ median }) => toScore(median.shiftAfterFirst)],
      median("script on opening", "scriptOpenMs"),
      median("main-thread task on opening", "taskOpenMs"),
      median("longest task on opening", "longestTaskOpenMs"),
      ["first text was", ({ firstText }) => firstText],
    ]),
    ...(first
      ? []
      : [
          makeTable("Page load, ms: median [min–max]", measured, [
            ranged("load event", "loadEventMs"),
            median("FCP", "fcpMs"),
            ranged("ScriptDuration at load event", "scriptAtLoadMs"),
            ratio((peer) => peer.median.scriptAtLoadMs),
            median("TaskDuration at load event", "taskAtLoadMs"),
            ranged("ScriptDuration settled", "scriptSettledMs"),
            ranged("TaskDuration settled", "taskSettledMs"),
            ["long tasks", ({ median }) => median.longTasks],
            median("longest", "longestTaskMs"),
            median("blocking time", "tbtMs"),
          ]),
        ]),
    makeTable("Memory and install", measured, [
      ["JS heap after load, MB", ({ median }) => toMb(median.heapLoadBytes)],
      ratio((peer) => peer.median.heapLoadBytes),
      ["after opening, MB", ({ median }) => toMb(median.heapOpenBytes)],
      install("packages (name@version)", ({ packages }) => packages),
      install("package names", ({ names }) => names),
      install("installed folders", ({ folders }) => folders),
      install("with install scripts", ({ installScripts }) => installScripts),
      install("node_modules on disk, MB", ({ bytesDisk }) => toMb(bytesDisk)),
      install("apparent, MB", ({ bytesApparent }) => toMb(bytesApparent)),
    ]),
    makeTable("Outside hosts before any consent (median requests)", measured, [
      [first ? "before the click" : "on load", ({ hosts }) => toHosts(hosts.load)],
      [first ? "after the click" : "on opening", ({ hosts }) => toHosts(hosts.open)],
    ]),
  ]
  const returning = all.filter(([, peer]) => peer.returning)
  if (returning.length > 0)
    parts.push(
      makeTable("Returning visitor, ms: median [min–max]", returning, [
        ["navigation to the visible address", toReturn],
      ]),
    )
  const checked = all.filter(([, { a11y }]) => a11y && !a11y.error)
  if (checked.length > 0)
    parts.push(
      makeTable(
        "Accessibility of the opened modal (axe: rules / nodes that were not there before opening)",
        checked,
        accessibility,
      ),
    )
  const list = (title, peers, describe) =>
    peers.length > 0 &&
    parts.push(`### ${title}\n${peers.map(([name, peer]) => `- ${name}: ${describe(peer)}`).join("\n")}`)
  list(
    "Failures",
    all.filter(([, peer]) => toFailures(peer)),
    toFailures,
  )
  list(
    "Uncaught errors in the page",
    all.filter(([, { pageErrors }]) => pageErrors?.length > 0),
    ({ pageErrors }) => pageErrors.join(" · "),
  )
  list(
    "Resolved versions",
    all.filter(([, peer]) => peer.install),
    (peer) =>
      Object.entries(peer.install.versions)
        .map(([name, version]) => `${name}@${version}`)
        .join(", "),
  )
  return `${parts.join("\n\n")}\n`
}
