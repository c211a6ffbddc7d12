/** Walks through positions: by hand, or by itself at a pace. Positions are numbered; the walk may lose its first ones. */

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

export class Playback {
  playing = $state(false);
  #at = $state(0);
  #from = $state(-1);
  /** Which of its beats the position shown has reached. */
  beat = $state(0);
  #reached = 0; // when the position shown was reached
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    /** The number of the last position. */
    private readonly end: () => number,
    /** The milliseconds of each beat of a position; the next one is shown when they are over. */
    private readonly pace: (at: number) => readonly number[],
    at = 0,
    /** The number of the first position there still is. */
    private readonly start: () => number = () => 0,
  ) {
    this.#at = at;
  }

  first = $derived.by(() => this.start());
  last = $derived.by(() => this.end());
  at = $derived.by(() => Math.max(this.first, Math.min(this.#at, this.last)));
  /** The position shown before, if the walk came from there; else the one before this. */
  from = $derived.by(() => Math.min(this.#from, this.at - 1));

  /** Goes to a position; the walk goes on from there, if there is one. */
  go(to: number): void {
    this.#show(Math.max(this.first, Math.min(this.last, to)));
    if (this.playing) this.run();
  }

  /** Starts or stops walking; from the end it starts again. */
  toggle(): void {
    if (this.playing) return this.stop();
    this.#show(this.at === this.last ? this.first : this.at);
    this.run();
  }

  /**
   * Walks to the end by itself, and until the time of the last position is over; then a new one is shown as soon as there
   * is one. Positions before `least` are passed over.
   */
  run(least = this.first): void {
    let to = Math.max(this.at, Math.min(least, this.last));
    let gone = to === this.#at ? performance.now() - this.#reached : 0;
    while (to < this.last && gone >= sum(this.pace(to))) [to, gone] = [to + 1, 0];
    if (to !== this.#at) this.#show(to);
    const beats = this.pace(to);
    const ends = beats.map((_, beat) => sum(beats.slice(0, beat + 1)));
    const beat = ends.findIndex((end) => gone < end);
    clearTimeout(this.#timer);
    this.playing = beat >= 0;
    this.beat = this.playing ? beat : Math.max(0, beats.length - 1);
    if (this.playing) this.#timer = setTimeout(() => this.run(), ends[beat]! - gone);
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #show(to: number): void {
    if (to !== this.#at) this.#from = to > this.#at ? this.#at : to - 1;
    this.#at = to;
    this.beat = 0;
    this.#reached = performance.now();
  }
}
