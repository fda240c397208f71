import type { DappRequest, DappResponse } from "@wmodal/chains"
import type { Engine, Problem, ProblemContext } from "@wmodal/core"
import type { Effect } from "effect"
import type { Catalogue } from "../messages/Catalogue.ts"
import type { Translate } from "../messages/Translate.tsx"
import type { WModalError } from "../page/WModal.ts"

/** What the methods and values of a host need of the running modal. */
export interface HostDeps {
  readonly engine: Engine
  /** Starts an action that ends with the modal. Failures show in the engine's state. */
  readonly run: (action: Effect.Effect<unknown, unknown>) => void
  readonly words: Translate
  /** Inserts the modal again after the page has removed it. */
  readonly attach: () => void
  /** Renders every view again, with the options and the words of now. */
  readonly render: () => void
  /** Publishes the words of the buttons. */
  readonly publishWords: (catalogue: Catalogue | null) => void
  /** @param during what failed, a connection unless stated */
  readonly toError: (problem: Problem, during?: ProblemContext) => Promise<WModalError>
  /** Shows a request of the page to its user, and has the wallet perform it. */
  readonly intercept: (request: DappRequest) => Promise<DappResponse>
}
