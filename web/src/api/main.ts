/* The page /api: the server's OpenAPI description, for people. Nothing else loads Swagger UI. */
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "@fontsource-variable/fraunces/wght.css";
import "@fontsource-variable/source-sans-3/wght.css";
import "../theme.css";
import "./page.css";
import { prefs } from "../lib/prefs.svelte";

const dark = matchMedia("(prefers-color-scheme: dark)");

/** Follows the theme that the reader has chosen for the table, or else the system's. */
function showTheme(): void {
  const root = document.documentElement;
  if (prefs.theme !== "system") root.dataset.theme = prefs.theme;
  root.classList.toggle("dark-mode", prefs.theme === "system" ? dark.matches : prefs.theme === "dark");
}

showTheme();
dark.addEventListener("change", showTheme);

SwaggerUI({
  url: "/api/schema/openapi.json",
  domNode: document.getElementById("api"),
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null, // nothing is sent elsewhere
});
