import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const table = process.env.SCHATZKAMMER_TABLE ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  // Tests run the components as a browser would, not as a server.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  build: {
    outDir: "../src/schatzkammer/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the policy of the server forbids data: for scripts and styles
  },
  server: { proxy: { "/api": table, "/ws": { target: table, ws: true } } },
  test: { environment: "jsdom", include: ["src/**/*.test.ts"] },
});
