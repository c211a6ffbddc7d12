/** Builds the page that replays are saved as: `replay.html`, one file that needs no other. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin, type PluginOption, type Rolldown } from "vite";

/** Builds it after everything else, with these plugins. */
export function savedPage(plugins: () => PluginOption[]): Plugin {
  let folder = "";
  return {
    name: "saved-page",
    apply: "build",
    configResolved: ({ root, build }) => void (folder = join(root, build.outDir)),
    async closeBundle() {
      const made = (await build({
        configFile: false,
        logLevel: "warn",
        plugins: plugins(),
        build: {
          write: false,
          target: "es2022",
          modulePreload: false,
          cssCodeSplit: false,
          assetsInlineLimit: Number.MAX_SAFE_INTEGER,
          chunkSizeWarningLimit: 3000,
          rolldownOptions: {
            input: "src/saved/main.ts",
            output: { codeSplitting: false },
            checks: { bundlerTimings: false },
          },
        },
      })) as Rolldown.RolldownOutput;
      const script = made.output.find((part) => part.type === "chunk")!.code;
      const style = made.output.find((part) => part.fileName.endsWith(".css")) as Rolldown.OutputAsset;
      const page = readFileSync("saved.html", "utf8")
        .replace("/*style*/", () => String(style.source))
        .replace("/*script*/", () => script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--"));
      writeFileSync(join(folder, "replay.html"), page);
    },
  };
}
