"""What a camera of Maya sees, as curves of the live protocol. Plain numbers, no Maya.

Everything that changes the rendered picture is in the curves, and receivers need to know nothing of Maya:

- film apertures and offsets: inches to millimetres; the shake is part of the offset where it is enabled, and the shake
  overscan of the apertures
- `cameraScale` divides the focal length: it scales film and offsets alike
- `filmFit` is the side that Maya fits for the picture of the render settings: `horizontal` or `vertical`; what the fit
  offset moves is part of the film offset
- pre-scale, post-scale and film translate are part of apertures and offsets
- an orthographic camera has no film offset: Maya ignores it

Not in them: overscan (viewport only), 2D pan and zoom (viewport only), film roll (no lens has it).
Source: Maya help, "camera" node; see Rigline's `computeFilmGate`, which the tests compare with.
Unverified: the order of pre-scale, film translate and post-scale, and that the shake overscan scales both apertures.
"""

MM_PER_INCH = 25.4
FITS = ("fill", "horizontal", "vertical", "overscan")

NUMBERS = (
    "focalLength", "horizontalFilmAperture", "verticalFilmAperture", "horizontalFilmOffset", "verticalFilmOffset",
    "lensSqueezeRatio", "cameraScale", "filmFitOffset", "nearClipPlane", "farClipPlane", "focusDistance", "fStop",
    "orthographicWidth", "horizontalShake", "verticalShake", "shakeOverscan", "preScale", "postScale", "filmTranslateH",
    "filmTranslateV",
)  # fmt: skip
SWITCHES = ("depthOfField", "orthographic", "shakeEnabled", "shakeOverscanEnabled")
CHOICES = ("filmFit",)


def curves_of(c, aspect, per_cm):
    """Curves of a camera, and the side its film is fitted to.

    `c`: Maya's values by the names above, in Maya's internal units (inches, millimetres, centimetres). `aspect`: width
    by height of the picture. `per_cm`: units of the scene per centimetre.
    """
    squeeze = c["lensSqueezeRatio"]
    orthographic = bool(c["orthographic"])
    overscan = c["shakeOverscan"] if c["shakeOverscanEnabled"] and not orthographic else 1.0
    across = c["horizontalFilmAperture"] * MM_PER_INCH * overscan
    along = c["verticalFilmAperture"] * MM_PER_INCH * overscan
    fit = "horizontal" if orthographic else fitted_side(FITS[c["filmFit"]], across * squeeze / along, aspect)
    half_x, half_y = _half_picture(fit, across * squeeze / 2, along / 2, aspect)
    offset_x = offset_y = 0.0
    if not orthographic:
        shake = 1.0 if c["shakeEnabled"] else 0.0
        offset_x = (c["horizontalFilmOffset"] + shake * c["horizontalShake"]) * MM_PER_INCH
        offset_y = (c["verticalFilmOffset"] + shake * c["verticalShake"]) * MM_PER_INCH
        # Where the picture is larger than the film, it may be moved within.
        if FITS[c["filmFit"]] == "horizontal":
            offset_y += c["filmFitOffset"] * min(0.0, along / 2 - half_y)
        elif FITS[c["filmFit"]] == "vertical":
            offset_x += c["filmFitOffset"] * min(0.0, across * squeeze / 2 - half_x)
    zoom = c["preScale"] * c["postScale"]
    if c["preScale"]:
        offset_x -= half_x * c["filmTranslateH"] / c["preScale"]
        offset_y -= half_y * c["filmTranslateV"] / c["preScale"]
    zoom = zoom if zoom else 1.0
    return {
        "focalLengthMm": c["focalLength"] / (c["cameraScale"] or 1.0),
        "horizontalApertureMm": across / zoom,
        "verticalApertureMm": along / zoom,
        "filmOffsetXMm": offset_x,
        "filmOffsetYMm": offset_y,
        "squeeze": squeeze,
        "near": c["nearClipPlane"] * per_cm,
        "far": c["farClipPlane"] * per_cm,
        "focusDistance": c["focusDistance"] * per_cm,
        "fStop": c["fStop"],
        "orthographic": 1.0 if orthographic else 0.0,
        "orthographicWidth": c["orthographicWidth"] * per_cm / zoom,
        "depthOfField": 1.0 if c["depthOfField"] else 0.0,
    }, fit


def fitted_side(fit, film_aspect, aspect):
    """The side on which film and picture are equally large."""
    if fit in ("horizontal", "vertical"):
        return fit
    return "horizontal" if (fit == "fill") == (aspect > film_aspect) else "vertical"


def _half_picture(fit, film_x, film_y, aspect):
    return (film_x, film_x / aspect) if fit == "horizontal" else (film_y * aspect, film_y)
