"""Make the sounds of the program, all synthesised here: `python tools/make_sounds.py [FOLDER]` writes small WAV files.

The same files come out every time, to within the last bit of a sample.
"""

from __future__ import annotations

import sys
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

Wave = NDArray[np.float64]

RATE: Final = 22050
"""Samples in a second."""
PEAK: Final = 0.8
"""No sample of a sound is louder, 1 being full scale."""
LOUD: Final = 0.3
"""How loud every sound is: the root mean square of its loudest twentieth of a second."""
LONGEST: Final = 0.6
"""Seconds after which a sound is over: nobody waits for it."""
FOLDER: Final = Path(__file__).resolve().parents[1] / "assets" / "sounds"


def silence(seconds: float) -> Wave:
    """Return nothing, for so long."""
    return np.zeros(round(seconds * RATE))


def times(seconds: float) -> Wave:
    """Return the moment of every sample in seconds."""
    return np.arange(round(seconds * RATE)) / RATE


def tone(pitch: float, seconds: float, decay: float, overtones: tuple[float, ...] = (1.0,)) -> Wave:
    """Return a struck tone: its pitch in Hz, its decay as a rate per second, each overtone's share."""
    t = times(seconds)
    partials = [
        share * np.sin(2 * np.pi * pitch * number * t) * np.exp(-decay * number * t)
        for number, share in enumerate(overtones, 1)
    ]
    attack = np.minimum(1.0, t / 0.004)
    whole: Wave = np.sum(partials, axis=0) * attack
    return whole


def knock(rng: np.random.Generator, pitch: float, hardness: float, seconds: float = 0.09) -> Wave:
    """Return something hard that hits wood: a short tone below a burst of noise; the harder, the brighter."""
    t = times(seconds)
    noise = rng.standard_normal(t.size)
    width = max(1, round(9 / hardness))
    dull = np.convolve(noise, np.ones(width) / width, mode="same")
    struck = dull * np.exp(-t * 90 * hardness) + 0.9 * np.sin(2 * np.pi * pitch * t) * np.exp(-t * 45)
    whole: Wave = struck * np.minimum(1.0, t / 0.001)  # it begins at rest: no click
    return whole


def mixed(*parts: tuple[float, Wave]) -> Wave:
    """Return sounds laid over each other, each beginning at its second."""
    length = max(round(start * RATE) + part.size for start, part in parts)
    whole = np.zeros(length)
    for start, part in parts:
        at = round(start * RATE)
        whole[at : at + part.size] += part
    return whole


def dice() -> Wave:
    """Return dice that rattle and come to rest in a tray."""
    rng = np.random.default_rng(4)
    starts = np.cumsum(np.concatenate([rng.uniform(0.015, 0.04, 9), rng.uniform(0.04, 0.07, 4)]))
    loud = np.concatenate([np.linspace(0.5, 1.0, 9), [0.7, 0.5, 0.35, 0.2]])
    hits = [
        (float(start), share * knock(rng, float(rng.uniform(420, 760)), 3.0))
        for start, share in zip(starts, loud, strict=True)
    ]
    return mixed(*hits)


def placing() -> Wave:
    """Return a base that is put down on the table."""
    rng = np.random.default_rng(2)
    return mixed((0.0, knock(rng, 190, 1.2, 0.16)), (0.035, 0.3 * knock(rng, 320, 2.0, 0.1)))


def success() -> Wave:
    """Return bells that climb."""
    bell = (1.0, 0.5, 0.25, 0.12)
    return mixed(
        *(
            (0.085 * step, tone(pitch, LONGEST - 0.085 * step, 6.0, bell))
            for step, pitch in enumerate((523.3, 659.3, 784.0, 1046.5))
        )
    )


def loss() -> Wave:
    """Return a low tone that sinks, and a fall."""
    t = times(0.6)
    sinking = np.sin(2 * np.pi * (150 * t - 70 * t**2)) * np.exp(-4.5 * t) * np.minimum(1.0, t / 0.01)
    return mixed((0.0, sinking), (0.16, 0.7 * knock(np.random.default_rng(7), 95, 0.7, 0.3)))


def turn() -> Wave:
    """Return two soft tones: somebody else decides."""
    soft = (1.0, 0.18)
    return mixed((0.0, tone(392.0, 0.35, 9, soft)), (0.14, tone(523.3, 0.45, 8, soft)))


def refusal() -> Wave:
    """Return two short dull tones: this is not allowed."""
    dull = (1.0, 0.0, 0.35, 0.0, 0.15)
    return mixed((0.0, tone(165.0, 0.12, 22, dull)), (0.11, tone(139.0, 0.18, 18, dull)))


SOUNDS: Final[dict[str, Callable[[], Wave]]] = {
    made.__name__: made for made in (dice, placing, success, loss, turn, refusal)
}
"""Every sound by its name, which is that of its file."""


def loudness(sound: Wave) -> float:
    """Return the root mean square of the loudest twentieth of a second."""
    window = round(RATE / 20)
    power = np.convolve(sound**2, np.ones(window) / window)
    return float(np.sqrt(power.max()))


def samples(sound: Wave) -> NDArray[np.int16]:
    """Return a sound as 16-bit samples at the common loudness, faded out at its end.

    The peaks of short knocks, which would be louder than all else, are rounded off.
    """
    sound = sound[: round(LONGEST * RATE)]
    fade = np.ones(sound.size)
    tail = min(sound.size, round(0.02 * RATE))
    fade[-tail:] = np.linspace(1.0, 0.0, tail)
    sound = sound * fade
    for _ in range(8):  # rounding off takes some of the loudness away, so it is made up for
        sound = PEAK * np.tanh(sound * (LOUD / loudness(sound)) / PEAK)
    level = np.round(sound * 32767)
    samples: npt.NDArray[np.int16] = level.astype(np.int16)
    return samples


def write(folder: Path) -> None:
    """Write every sound into a folder; raise `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, made in SOUNDS.items():
        with wave.open(str(folder / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples(made()).astype("<i2").tobytes())


def main() -> None:
    """Write the sounds where the program finds them, or into the folder that was named."""
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)


if __name__ == "__main__":
    main()
