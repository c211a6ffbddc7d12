declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  export default function SwaggerUI(options: {
    url: string;
    domNode: Element | null;
    deepLinking: boolean;
    defaultModelsExpandDepth: number;
    validatorUrl: string | null;
  }): void;
}
