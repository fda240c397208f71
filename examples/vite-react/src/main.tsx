import { announceDevWallet } from "@wmodal/dev-wallet"
import { WModalProvider } from "@wmodal/modal-web/react"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./App"
import { modal } from "./modal"

// Replaces a browser extension. Leave it out of your own app.
announceDevWallet()

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <WModalProvider modal={modal}>
      <App />
    </WModalProvider>
  </StrictMode>,
)
