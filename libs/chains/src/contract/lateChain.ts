import type { SessionConnectorFactory } from "../remote/SessionConnectorFactory.ts"
import type { Chain, ChainModule } from "./Chain.ts"
import type { SigningActions } from "./ChainActions.ts"

/** The code of a chain before its options are known: what each `module.ts` exports. */
export interface LateChain<Options, A extends SigningActions> {
  readonly makeModule: (options: Options) => ChainModule<A>
  readonly loadSessionConnector: () => Promise<SessionConnectorFactory>
}

/** Makes an entry of the host app's `chains` from the import of its `module.ts`. A page has one copy of this. */
export const lateChain = <Options, A extends SigningActions>(
  namespace: Chain["namespace"],
  load: () => Promise<LateChain<Options, A>>,
  options: Options,
): Chain<A> => ({
  namespace,
  load: async () => (await load()).makeModule(options),
  sessionConnector: async () => (await load()).loadSessionConnector(),
})
