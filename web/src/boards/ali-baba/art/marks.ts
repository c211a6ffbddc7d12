/** The marks of the six colours on a grid of 24, as in the terminal, so that nothing depends on colour alone. */
import type { Colour } from "../wire";

export interface Mark {
  fill?: string;
  stroke?: string;
}

export const MARK_ART: Record<Colour, Mark> = {
  pink: { fill: "M12 1.5 15.1 8.4 22.5 9.2 17 14.3 18.5 21.6 12 17.9 5.5 21.6 7 14.3 1.5 9.2 8.9 8.4Z" },
  blue: {
    stroke: "M2 8C5.5 3.5 8.5 3.5 12 8S18.5 12.5 22 8M2 16.5C5.5 12 8.5 12 12 16.5S18.5 21 22 16.5",
  },
  brown: { fill: "M12 3 22.5 21H1.5Z" },
  green: {
    fill: "M12 2a4.8 4.8 0 0 1 4.3 6.9A4.8 4.8 0 1 1 13.3 16.5L14.5 22H9.5L10.7 16.5A4.8 4.8 0 1 1 7.7 8.9 4.8 4.8 0 0 1 12 2Z",
  },
  yellow: {
    fill: "M7.5 12a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0Z",
    stroke: "M12 1V4M12 20V23M1 12H4M20 12H23M4.2 4.2 6.3 6.3M17.7 17.7 19.8 19.8M4.2 19.8 6.3 17.7M17.7 6.3 19.8 4.2",
  },
  white: { stroke: "M4 12a8 8 0 1 0 16 0a8 8 0 1 0 -16 0Z" },
};
