import { compareBusy } from "./transport/busy.ts"
import { compareHung } from "./transport/hung.ts"
import { startNodes } from "./transport/Nodes.ts"
import { compareRetryAfter } from "./transport/retryAfter.ts"
import { compareThroughput } from "./transport/throughput.ts"

const nodes = await startNodes(4)
try {
  await compareThroughput(nodes)
  await compareBusy(nodes)
  await compareHung(nodes)
  await compareRetryAfter(nodes)
} finally {
  nodes.end()
}
