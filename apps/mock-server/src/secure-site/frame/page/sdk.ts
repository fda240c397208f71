import { getParentOrigin, makeParentLink } from "@wmodal/frame-rpc/frame"
import { Effect, Stream, SubscriptionRef } from "effect"
import { serveWallet } from "../answers/serveWallet.ts"
import { makeApprovals } from "../approvals/Approvals.ts"
import { makeApprovalScreen } from "./approval.ts"
import { made } from "./elements.ts"
import { watchSight } from "./sight.ts"
import { makeSiteStorage } from "./siteStorage.ts"
import { makeTheme } from "./theme.ts"
import { whileSeen } from "./whileSeen.ts"

const frame = Effect.gen(function* () {
  const parent = yield* makeParentLink(window)
  const approvals = yield* makeApprovals
  const screen = makeApprovalScreen(
    (id, isApproved) => Effect.runSync(approvals.answer(id, isApproved)),
    Date.now,
  )
  watchSight(screen.element, (isSeen) => void Effect.runFork(approvals.setVisible(isSeen)))
  yield* SubscriptionRef.changes(approvals.shown).pipe(
    Stream.runForEach((shown) => Effect.sync(() => screen.show(shown))),
    Effect.forkScoped,
  )
  yield* serveWallet({
    url: location.href,
    fetch: (...request) => fetch(...request),
    storage: makeSiteStorage(),
    parent,
    parentOrigin: getParentOrigin(window),
    approve: approvals.approve,
    themed: makeTheme(document.documentElement),
    performing: screen.showPerforming,
    restart: () => location.reload(),
    whileSeen: whileSeen(document),
  })
}).pipe(
  Effect.scoped,
  // It stands in no page that it could speak to. Whoever has opened it as one of its own sees why.
  Effect.catchTag("NoParent", ({ message }) =>
    Effect.sync(() => document.body.replaceChildren(made("main", message))),
  ),
)

Effect.runFork(frame)
