// A short message at the lower edge, which goes away by itself.

let timer;

/** Shows a message, to screen readers too. */
export function message(words) {
    const place = document.getElementById('message');
    place.textContent = words;
    place.classList.add('shown');
    clearTimeout(timer);
    timer = setTimeout(() => { place.classList.remove('shown'); place.textContent = ''; }, 5000);
}
