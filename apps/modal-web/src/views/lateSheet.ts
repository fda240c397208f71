import { modalSheets } from "../shell/sheets.ts"
import late from "./late.css?inline"

// Every view but the first imports this, so that its looks arrive with it.
modalSheets()[1].replaceSync(late)
