"""Pictures of the page for its documentation: screenshots in few colours, so that they stay small."""

import base64
import struct
import zlib

# The indexes and the palette of a picture in 96 colours: the most frequent ones, each pixel by its nearest.
FEW = """
const [data, done] = [arguments[0], arguments[1]], image = new Image();
image.onload = () => {
    const canvas = document.createElement('canvas'), {width, height} = image;
    Object.assign(canvas, {width, height});
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer), counts = new Map();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    // Colours that are almost the same share a place, so that rare hues find one.
    const cells = new Map();
    for (const [pixel, count] of counts) {
        const cell = pixel & 0xf8f8f8, old = cells.get(cell);
        if (!old || old.most < count) cells.set(cell, {pixel, most: count, sum: (old?.sum ?? 0) + count});
        else old.sum += count;
    }
    const palette = [...cells.values()].sort((one, other) => other.sum - one.sum).slice(0, 96).map(({pixel}) => pixel);
    const parts = (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255], places = palette.map(parts), nearest = new Map();
    const indexes = new Uint8Array(pixels.length);
    pixels.forEach((pixel, n) => {
        let best = nearest.get(pixel);
        if (best === undefined) {
            const [r, g, b] = parts(pixel);
            let least = Infinity;
            places.forEach(([x, y, z], place) => {
                const far = 2 * (r - x) ** 2 + 4 * (g - y) ** 2 + 3 * (b - z) ** 2;
                if (far < least) [least, best] = [far, place];
            });
            nearest.set(pixel, best);
        }
        indexes[n] = best;
    });
    let text = '';
    for (let n = 0; n < indexes.length; n += 32768) text += String.fromCharCode(...indexes.subarray(n, n + 32768));
    done({width, height, palette: places.flat(), indexes: btoa(text)});
};
image.src = 'data:image/png;base64,' + data;
"""


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def indexed(few):
    """A PNG of indexes into a palette."""
    width, rows = few["width"], base64.b64decode(few["indexes"])
    head = struct.pack(">IIBBBBB", width, few["height"], 8, 3, 0, 0, 0)
    lines = b"".join(b"\0" + rows[n:n + width] for n in range(0, len(rows), width))
    parts = [(b"IHDR", head), (b"PLTE", bytes(few["palette"])), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


class Album:
    """The pictures that are taken, if there is a folder for them."""

    def __init__(self, folder, phone, desktop):
        self.folder, self.looks = folder, {"phone": phone, "desktop": desktop}
        self.wanted = []

    def take(self, player, name, at=None):
        """Shows a view on each screen, light and dark, from its top or from an element; returns what is wrong with it
        there. The pictures are written at the end."""
        wrong = player.faults(name)
        for screen, look in self.looks.items():
            for scheme in ("light", "dark") if self.folder else ():
                player.look(**look, scheme=scheme)
                player.run("if (arguments[0]) document.querySelector(arguments[0]).scrollIntoView(); else scrollTo(0, 0);", at or "")
                shot = player.cdp("Page.captureScreenshot", captureBeyondViewport=False, format="png")
                self.wanted.append((f"{name}-{screen}-{scheme}.png", shot["data"]))
        player.look(**self.looks["desktop"])
        return wrong

    def write(self, browser, is_whole):
        """Writes the pictures; if they are of all views, removes those that are not taken any more."""
        self.folder.mkdir(exist_ok=True)
        names = {name for name, _ in self.wanted}
        for old in self.folder.glob("*.png") if is_whole else []:
            if old.name not in names:
                old.unlink()
        browser.post("/url", url="about:blank")
        for name, data in self.wanted:
            few = browser.post("/execute/async", script=FEW, args=[data])
            (self.folder / name).write_bytes(indexed(few))
