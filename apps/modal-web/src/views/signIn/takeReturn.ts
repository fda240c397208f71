import { type Engine, getOfferedProviders } from "@wmodal/core"
import { Effect } from "effect"
import type { DeviceContext } from "../../binding/DeviceContext.ts"
import { consumeReturn } from "./providerRedirect.ts"

/**
 * Takes up the result with which a provider's page has returned to this address: at once, whatever is connected or
 * shown, because it is a credential.
 * @returns what goes on with the sign-in of this tab, if it began one
 */
export const takeReturn = (
  { alerts, options, router, signIn }: Pick<Engine, "alerts" | "options" | "router" | "signIn">,
  { device }: Pick<DeviceContext, "device">,
): Effect.Effect<void> => {
  const { secureSite } = options.endpoints
  if (secureSite === undefined) return Effect.void
  const returned = consumeReturn(getOfferedProviders(options, device), new URL(secureSite).origin)
  if (returned === null) return Effect.void
  return router.open({ _tag: "Connect" }).pipe(
    Effect.andThen(signIn),
    Effect.flatMap(({ withSocial }) => withSocial(returned.provider, returned.popup)),
    Effect.catch(alerts.show),
  )
}
