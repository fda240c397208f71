import { getParentOrigin, makeParentLink } from "@wmodal/frame-rpc/frame"
import { SubscriptionRef, withoutRedirects } from "@wmodal/protocol"
import { Effect, Stream } from "effect"
import { makeApprovalQueue } from "../approvals/ApprovalQueue.ts"
import { serveWallet } from "../wallet/serveWallet.ts"
import { makeApprovalScreen } from "./approval.ts"
import { makeApprovalWindow } from "./approvalWindow.ts"
import { openBrowserApprovalKey } from "./browserApprovalKey.ts"
import { makeCodeScreen } from "./codeScreen.ts"
import { createElement } from "./elements.ts"
import { makeSiteStorage } from "./siteStorage.ts"
import { makeTheme } from "./theme.ts"
import { whileVisible } from "./visibility.ts"

const frame = Effect.gen(function* () {
  const parent = yield* makeParentLink(window)
  const approvals = yield* makeApprovalQueue
  const screen = makeApprovalScreen({
    answer: (id, isApproved, done) => Effect.runSync(approvals.answer(id, isApproved, done)),
    openWindow: makeApprovalWindow(approvals),
  })
  yield* SubscriptionRef.changes(approvals.shown).pipe(
    Stream.runForEach((shown) => Effect.sync(() => screen.show(shown))),
    Effect.forkScoped,
  )
  yield* serveWallet({
    url: location.href,
    fetch: withoutRedirects((...request) => fetch(...request)),
    storage: makeSiteStorage(),
    openKey: openBrowserApprovalKey,
    parent,
    parentOrigin: getParentOrigin(window),
    approve: approvals.approve,
    askCode: makeCodeScreen(),
    themed: makeTheme(document.documentElement),
    performing: screen.showPerforming,
    restart: () => location.reload(),
    whileVisible: whileVisible(document),
  })
}).pipe(
  Effect.scoped,
  // Without a parent page there is no peer. The page shows the reason to a user who opened it directly.
  Effect.catchTag("NoParent", ({ message }) =>
    Effect.sync(() => document.body.replaceChildren(createElement("main", message))),
  ),
)

Effect.runFork(frame)
