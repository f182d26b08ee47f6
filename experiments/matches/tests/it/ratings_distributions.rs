//! The normal, Student's t and beta distributions: shares below a point, and points below which a share lies.

use hinterhand_matches::ratings::distributions::{
    beta_point, beta_share, normal_point, normal_share, student_point,
};

fn near(ours: f64, expected: f64, relative: f64, what: &str) {
    assert!((ours - expected).abs() <= relative * expected.abs(), "{what}: {ours:e}, not {expected:e}");
}

// The expected numbers are those of mpmath 1.3 with 40 digits where it gets to them, otherwise of scipy 1.16.
#[test]
fn normal() {
    let shares = [
        (-8.0, 6.220960574271784e-16),
        (-3.0, 0.0013498980316300946),
        (-1.5, 0.06680720126885807),
        (0.3, 0.6179114221889527),
        (4.5, 0.9999966023268753),
    ];
    for (x, share) in shares {
        near(normal_share(x), share, 1e-13, "the share");
    }
    let points = [
        (0.975, 1.9599639845400543),
        (0.6, 0.2533471031357998),
        (1e-10, -6.361340902404057),
        (0.995, 2.575829303548901),
    ];
    for (share, point) in points {
        near(normal_point(share), point, 1e-13, "the point");
    }
    assert_eq!([0.0, 0.5, 1.0].map(normal_point), [f64::NEG_INFINITY, 0.0, f64::INFINITY]);
}

#[test]
fn beta() {
    let shares = [
        (2.0, 3.0, 0.4, 0.5248),
        (0.5, 0.5, 0.1, 0.20483276469913345),
        (30.0, 70.5, 0.25, 0.14258040406099087),
        (5000.0, 7000.0, 0.42, 0.7706878535437867),
        (1.0, 200.0, 0.01, 0.8660203251420381),
        (250.5, 0.5, 0.999, 0.47917045297994143),
        (1e6, 1e6, 0.4995, 0.07864957758091215),
    ];
    for (a, b, x, share) in shares {
        near(beta_share(a, b, x), share, 1e-12, "the share");
        near(beta_point(a, b, share), x, 1e-12, "the point");
    }
    assert_eq!((beta_share(2.0, 3.0, 0.0), beta_share(2.0, 3.0, 1.0)), (0.0, 1.0));
}

#[test]
fn student() {
    let points = [
        (1.0, 0.975, 12.706204736174694),
        (4.0, 0.975, 2.7764451051977934),
        (9.0, 0.995, 3.249835541592126),
        (30.0, 0.9, 1.3104150253913955),
        (1000.0, 0.975, 1.9623390808264083),
    ];
    for (degrees, share, point) in points {
        near(student_point(degrees, share), point, 1e-12, "the point");
        near(student_point(degrees, 1.0 - share), -point, 1e-12, "the point");
        let tail = beta_share(degrees / 2.0, 0.5, degrees / (degrees + point * point)) / 2.0;
        near(1.0 - tail, share, 1e-12, "the share");
    }
}
