import type { Namespace, SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"

/** What connects a wallet of a list. */
interface Picking<Entry> {
  readonly pick: (rowKey: string, namespace?: Namespace) => Effect.Effect<void>
  readonly pickEntry: (entry: Entry) => Effect.Effect<void>
}

/** The site's terms and privacy policy: at least one of them. */
export interface Legal {
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
  /** Returns true when the user must agree before connecting: the feature `legalCheckbox`. */
  readonly isRequired: () => boolean
  /** Whether the user has agreed to these links. Kept for later visits, until a link changes. */
  readonly agreed: SubscriptionRef.SubscriptionRef<boolean>
  readonly agree: (agreed: boolean) => Effect.Effect<void>
  /** Opens Connect, which asks the user to agree, in place of connecting a wallet before that. */
  readonly guard: <Entry>(
    picking: Picking<Entry>,
    router: { readonly open: (view: { readonly _tag: "Connect" }) => Effect.Effect<void> },
  ) => Picking<Entry>
}
