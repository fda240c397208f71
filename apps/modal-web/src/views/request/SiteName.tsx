import { useEngine } from "../../binding/EngineContext.tsx"

/** The dApp, identified by its origin, because a dApp chooses its own name. */
export const SiteName = () => {
  const { engine } = useEngine()
  const { name } = engine.options.metadata
  const host = globalThis.location?.host ?? ""
  return (
    <>
      <strong>
        <bdi>{host === "" ? name : host}</bdi>
      </strong>
      {name !== "" && host !== "" && name !== host && (
        <span className="muted">
          <bdi>{name}</bdi>
        </span>
      )}
    </>
  )
}
