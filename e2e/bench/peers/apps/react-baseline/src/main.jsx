import { useState } from "react"
import { createPortal } from "react-dom"
import { createRoot } from "react-dom/client"
import { Page } from "../../Page.jsx"

function Connect() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Connect
      </button>
      {open &&
        createPortal(
          <div role="dialog" aria-label="Empty dialog">
            <p>Wallet list</p>
          </div>,
          document.body,
        )}
    </>
  )
}

createRoot(document.getElementById("root")).render(
  <Page>
    <Connect />
  </Page>,
)
