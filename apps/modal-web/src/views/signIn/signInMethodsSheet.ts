import { getModalSheets } from "../../shell/sheets.ts"
import field from "../../ui/field.css?inline"
import email from "../email/emailField.css?inline"
import brand from "./brand.css?inline"
import ways from "./signInMethods.css?inline"

// Sign-in on Connect has its own sheet, which comes before that of every other view.
getModalSheets()[1].replaceSync(field + email + brand + ways)
