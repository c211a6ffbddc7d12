// Shows the description of the HTTP API. There is no server behind these pages, so nothing can be tried out.
SwaggerUIBundle({
  spec: window.openapi,
  domNode: document.getElementById("operations"),
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: [],
  validatorUrl: null,
});

const showTheme = () => {
  const dark = document.body.dataset.mdColorScheme === "slate";
  document.documentElement.classList.toggle("dark-mode", dark);
};
showTheme();
new MutationObserver(showTheme).observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
