/** Boards of games from outside, given to the build by SCHATZKAMMER_BOARDS. */
declare module "virtual:boards" {
  const loaders: Record<string, () => Promise<{ default: import("./kit/game").GameModule }>>;
  export default loaders;
}
